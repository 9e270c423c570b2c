#!/bin/sh
# Plays the last legal move. Run: divisor-duel arena --bot shell="sh examples/bots/last.sh" --bot easy=level:1
while read -r line; do
    case $line in
    *'"outcome":null'*)
        legal=${line#*'"legal":['}
        legal=${legal%%']'*}
        move=${legal##*,}
        echo "$move"
        ;;
    esac
done

use super::*;

/// The file that chains are kept in, as it is now.
fn kept(hand: &Hand) -> String {
    std::fs::read_to_string(hand.folder.path().join("chains.txt")).unwrap_or_default()
}

#[test]
fn a_chain_is_made_alone_and_kept() {
    let mut hand = Hand::at_home();
    hand.type_in("c").sees("The longest chain of the numbers 1 to 100");
    hand.sees("Each next to a divisor or a multiple of it, none twice.");
    hand.type_in("4\n8\n2\n").sees("3 numbers. Your best: 3. The longest: 77.");
    assert_eq!(kept(&hand), "divisor-duel chains 1\nbest 1..100: 4 8 2\nlast 1..100: 4 8 2\n");
    hand.type_in("7\n").sees("7 is neither a divisor nor a multiple of 2.");
    hand.type_in("uu").sees("1 number. Your best: 3.");
    hand.type_in("y").sees("2 numbers.");
    hand.type_in("t").sees("Chain: 8");
    insta::assert_snapshot!(hand.frame());
    hand.type_in("m").sees("Divisor Duel");
    hand.type_in("c").sees("2 numbers. Your best: 3.");
    hand.type_in("n").sees("0 numbers. Your best: 3.");
    assert_eq!(kept(&hand), "divisor-duel chains 1\nbest 1..100: 4 8 2\n");
}

#[test]
fn a_hint_points_at_a_number_that_can_be_taken() {
    let mut hand = Hand::at_home();
    hand.type_in("c4\nh").sees("more can follow, if you take");
    hand.press(KeyCode::Enter).sees("2 numbers. Your best: 2.");
}

#[test]
fn a_chain_that_is_stuck_says_where_and_sizes_go_round() {
    let mut hand = Hand::at_home();
    hand.type_in("cg").sees("The longest chain of the numbers 1 to 150");
    hand.type_in("gg").sees("The longest chain of the numbers 1 to 10");
    hand.type_in("2\n1\n7\n").sees("After 7 nothing goes: 1 is taken. Turn the chain round: it can go on at 2.");
    hand.type_in("h").sees("After 7 nothing goes: 1 is taken. Turn the chain round");
    hand.type_in("t6\n3\n9\n").sees("After 9 or 7 nothing goes: 1, 3 are taken.");
    hand.type_in("n9\n3\n6\n2\n8\n4\n").sees("6 numbers. Your best: 6. The longest: 9.");
    hand.type_in("1\n5\n10\n").sees("No chain is longer. Well done.");
}

#[test]
fn a_damaged_file_is_told_and_stays() {
    let mut hand = Hand::at_home();
    let path = hand.folder.path().join("chains.txt");
    std::fs::write(&path, "rubbish\n").unwrap();
    hand.type_in("c").sees("This chain is not kept");
    hand.type_in("4\n").sees("1 number.");
    hand.sees("is damaged in line 1");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "rubbish\n");
}

#[test]
fn numbers_can_be_clicked() {
    let mut hand = Hand::at_home();
    hand.type_in("c");
    hand.click_on("50");
    hand.click_on("25");
    hand.sees("2 numbers.");
    hand.click_on("67");
    hand.sees("67 is neither a divisor nor a multiple of 25.");
}

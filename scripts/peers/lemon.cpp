// Solves the divisor graph on 2 to N once with LEMON (https://lemon.cs.elte.hu) and prints what it took as one line, the
// same line as src/measurement.rs.
//
// The numbers become nodes in ascending order, because LEMON's searches then begin with the largest; the opposite order
// was some forty times slower on 100,000 numbers. `run` solves by run(), LEMON's own choice; `sparse` by startSparse()
// without an initial matching, the quickest way that we found to solve a SmartGraph built like this. Other forms of the
// graph can still be somewhat quicker: an Undirector over a StaticDigraph took 5 to 25 % less time in all on up to
// 1,000,000 numbers, and more memory.

#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <string>

#include <lemon/matching.h>
#include <lemon/smart_graph.h>

using lemon::SmartGraph;
using Matching = lemon::MaxMatching<SmartGraph>;

// What this process has computed so far. Unlike the time on the wall it does not count what other programs do.
static double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// The most memory this process has ever had, in KiB.
static long peak_memory() {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;) {
        if (long kib = 0; word == "VmHWM:" && status >> kib) return kib;
    }
    std::cerr << "lemon: the system tells no peak memory\n";
    std::exit(1);
}

static void build_divisor_graph(SmartGraph &graph, long n) {
    long edges = 0;
    for (long divisor = 2; divisor <= n; ++divisor) edges += n / divisor - 1;
    graph.reserveNode(n - 1);
    graph.reserveEdge(edges);
    for (long number = 2; number <= n; ++number) graph.addNode();
    for (long divisor = 2; divisor <= n / 2; ++divisor) {
        for (long multiple = 2 * divisor; multiple <= n; multiple += divisor) {
            graph.addEdge(graph.nodeFromId(divisor - 2), graph.nodeFromId(multiple - 2));
        }
    }
}

int main(int argc, char **argv) {
    const std::string how = argc == 3 ? argv[1] : "";
    const long n = argc == 3 ? std::atol(argv[2]) : 0;
    if (n < 2 || (how != "run" && how != "sparse")) {
        std::cerr << "usage: lemon run|sparse N\n";
        return 2;
    }
    const double start = cpu_seconds();
    SmartGraph graph;
    build_divisor_graph(graph, n);
    const double built = cpu_seconds();
    Matching matching(graph);
    if (how == "run") {
        matching.run();
    } else {
        matching.init();
        matching.startSparse();
    }
    const double solved = cpu_seconds();
    const long memory = peak_memory();

    // Status EVEN is the set D of the Gallai–Edmonds decomposition: the numbers that some maximum matching misses.
    std::uint64_t count = 0, hash = 0xcbf29ce484222325;
    for (long number = 2; number <= n; ++number) {
        if (matching.status(graph.nodeFromId(number - 2)) == Matching::EVEN) {
            ++count;
            hash = (hash ^ static_cast<std::uint64_t>(number)) * 0x100000001b3;
        }
    }
    std::cout << "peer=LEMON-" << how << " n=" << n << std::fixed << " build=" << built - start << " solve=" << solved - built
              << " rss=" << memory << " matching=" << matching.matchingSize() << " missable=" << count << std::hex
              << " hash=" << hash << '\n';
}

//! What line mode and the commands say of their own.

super::words! {
    /// There is nothing to take back.
    nothing_to_take_back() "There is no move to take back.";
    /// A hint would take too long to find.
    too_hard_for_a_hint() "This position is too hard for a hint.";
    /// What was taken back, and whose move it was.
    taken_back(undone: duel::Move, name: &str) "Taken back: {undone} by {name}.";
}

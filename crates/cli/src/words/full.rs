//! What the full screen says of its own.

super::words! {
    /// The start of a game that is looked at.
    the_start() "The start.";
    /// All of its moves are being looked at.
    looking() "Looking at every move.";
    /// It cannot be looked at.
    too_hard_to_review() "This game is too hard to review.";
}

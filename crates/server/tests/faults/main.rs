//! Faults and bad requests, and what must happen. The numbers are those of the list of faults.

mod disk;
mod guests;
mod house;
mod requests;
mod seats;
mod streams;
mod world;

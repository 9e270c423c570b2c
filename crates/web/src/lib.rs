//! The browser game's engine: the library `api` as WebAssembly. The page around it is in `page/`.

mod boundary;

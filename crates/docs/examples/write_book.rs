//! Writes the embedded files of the book to a folder, for `make book`.

use std::{env, fs, io, path::PathBuf};

fn main() -> io::Result<()> {
    let folder = PathBuf::from(env::args_os().nth(1).expect("a folder is named"));
    for (name, content) in wag_docs::files() {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("it is in a folder"))?;
        fs::write(path, content)?;
    }
    Ok(())
}

//! Tells the linker where the library of the embedded Python is, for the tests of the packages that use that library.
//! `crates/python/build.rs` finds the library.

fn main() {
    // Cargo runs this program again after a change of the program or of that library. This line keeps it from doing so
    // after a change of any other file.
    println!("cargo:rerun-if-env-changed=DEP_WAG_PYTHON_FOLDER");
    if let Some(folder) = std::env::var_os("DEP_WAG_PYTHON_FOLDER") {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{}", folder.display());
    }
}

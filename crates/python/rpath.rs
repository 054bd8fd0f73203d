//! Tells the linker where the library of the embedded Python is, for the tests of the packages that use that library.
//! `crates/python/build.rs` finds the library.

fn main() {
    println!("cargo:rerun-if-changed=../python/rpath.rs");
    if let Some(folder) = std::env::var_os("DEP_WAG_PYTHON_FOLDER") {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{}", folder.display());
    }
}

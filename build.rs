//! Finds the Python that the program embeds, and tells the linker where its library lies at run time.

fn main() {
    pyo3_build_config::use_pyo3_cfgs();
    pyo3_build_config::add_libpython_rpath_link_args();
    println!("cargo:rerun-if-changed=build.rs");
}

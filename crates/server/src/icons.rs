//! The icons of the pages: a part of the icon set Lucide (https://lucide.dev), under its names.

use icondata_core::Icon;
use icondata_lu::{
    LuBug, LuChevronDown, LuChevronLeft, LuCircleCheck, LuCircleHelp, LuCircleX, LuCode, LuContrast,
    LuDownload, LuFastForward, LuFolderOpen, LuLightbulb, LuLink, LuLocate, LuMaximize, LuMinus, LuMonitor,
    LuMonitorPlay, LuPause, LuPlay, LuPlus, LuPower, LuRewind, LuSearch, LuSettings, LuShare, LuSkipBack,
    LuSkipForward, LuSlidersHorizontal, LuStepBack, LuStepForward, LuTable, LuTriangleAlert, LuWrapText, LuX,
    LuZap,
};

const ICONS: &[(&str, Icon)] = &[
    ("bug", LuBug),
    ("chevron-down", LuChevronDown),
    ("chevron-left", LuChevronLeft),
    ("circle-check", LuCircleCheck),
    ("circle-help", LuCircleHelp),
    ("circle-x", LuCircleX),
    ("code", LuCode),
    ("contrast", LuContrast),
    ("download", LuDownload),
    ("fast-forward", LuFastForward),
    ("folder-open", LuFolderOpen),
    ("lightbulb", LuLightbulb),
    ("link", LuLink),
    ("locate", LuLocate),
    ("maximize", LuMaximize),
    ("minus", LuMinus),
    ("monitor", LuMonitor),
    ("monitor-play", LuMonitorPlay),
    ("pause", LuPause),
    ("play", LuPlay),
    ("plus", LuPlus),
    ("power", LuPower),
    ("rewind", LuRewind),
    ("search", LuSearch),
    ("settings", LuSettings),
    ("share", LuShare),
    ("skip-back", LuSkipBack),
    ("skip-forward", LuSkipForward),
    ("sliders-horizontal", LuSlidersHorizontal),
    ("step-back", LuStepBack),
    ("step-forward", LuStepForward),
    ("table", LuTable),
    ("triangle-alert", LuTriangleAlert),
    ("wrap-text", LuWrapText),
    ("x", LuX),
    ("zap", LuZap),
];

/// Returns the SVG symbols of all icons. Pages show one with `<use href="#icon-NAME">`.
pub fn symbols() -> String {
    let symbol = |(name, icon): &(&str, Icon)| {
        let view_box = icon.view_box.unwrap_or("0 0 24 24");
        format!("<symbol id=\"icon-{name}\" viewBox=\"{view_box}\">{}</symbol>\n", icon.data)
    };
    ICONS.iter().map(symbol).collect()
}

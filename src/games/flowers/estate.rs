use super::View;
use super::orders::Orders;

#[derive(Debug, Default)]
pub struct Estate;

impl Estate {
    pub fn act(&mut self, _: &View<'_>) -> Orders {
        Orders::Pass
    }
}

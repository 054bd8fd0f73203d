//! Small symmetric systems of equations.

/// Returns the inverse of a symmetric positive definite matrix by the method of Gauss and Jordan; `None` if it has none.
pub fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    for (at, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|column| f64::from(u8::from(column == at))));
    }
    for at in 0..size {
        let largest = (at..size).max_by(|a, b| matrix[*a][at].abs().total_cmp(&matrix[*b][at].abs()))?;
        matrix.swap(at, largest);
        let pivot = matrix[at][at];
        if pivot.abs() < f64::MIN_POSITIVE.sqrt() {
            return None;
        }
        matrix[at].iter_mut().for_each(|value| *value /= pivot);
        let own = matrix[at].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|(other, _)| *other != at) {
            let factor = row[at];
            row.iter_mut().zip(&own).for_each(|(value, own)| *value -= factor * own);
        }
    }
    Some(matrix.into_iter().map(|row| row[size..].to_vec()).collect())
}

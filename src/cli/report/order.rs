//! Order of the systems in a result.

/// Reorders items: place i receives the item from `places[i]`.
pub fn arrange<T>(items: &mut Vec<T>, places: &[usize]) {
    let mut from: Vec<Option<T>> = items.drain(..).map(Some).collect();
    items.extend(places.iter().filter_map(|&place| from.get_mut(place)?.take()));
}

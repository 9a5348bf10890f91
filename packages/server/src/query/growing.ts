/** Typed arrays that grow with what they hold: a copy of double the size, so that adding stays cheap. */

const CAPACITY_FIRST = 16;

/** The capacity that holds so many rows, with room to grow. */
export function capacityFor(rows: number): number {
  return Math.max(CAPACITY_FIRST, Math.ceil(rows * 1.5));
}

/** The array itself where it holds the index, else a larger copy filled up with `empty`. */
export function grownInt32(array: Int32Array, index: number, empty: number): Int32Array {
  if (index < array.length) return array;
  const grown = new Int32Array(capacityFor(index + 1)).fill(empty, array.length);
  grown.set(array);
  return grown;
}

/** The same for numbers. */
export function grownFloat64(array: Float64Array, index: number, empty: number): Float64Array {
  if (index < array.length) return array;
  const grown = new Float64Array(capacityFor(index + 1)).fill(empty, array.length);
  grown.set(array);
  return grown;
}

/** Numbers in ascending order, each once: sets that take at most eight bytes per member and need no hashing. */

type Numbers = Float64Array | Int32Array;

/** The numbers of a list in ascending order. @param list each once */
export function sortedNumbers(list: readonly number[]): Float64Array {
  const numbers = Float64Array.from(list);
  for (let at = 1; at < numbers.length; at++) {
    if ((numbers[at - 1] as number) > (numbers[at] as number)) return numbers.sort();
  }
  return numbers;
}

/** Whether a number is among sorted ones. */
export function isAmong(sorted: Numbers, number: number): boolean {
  let low = 0;
  let high = sorted.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const other = sorted[middle] as number;
    if (other === number) return true;
    if (other < number) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}

/** The sorted numbers that are not among others. */
export function without(sorted: Float64Array, others: Float64Array): Float64Array {
  if (others.length === 0) return sorted;
  let other = 0;
  return sorted.filter((number) => {
    while (other < others.length && (others[other] as number) < number) other += 1;
    return others[other] !== number;
  });
}

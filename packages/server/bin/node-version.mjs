/** The oldest Node that Lectern runs on. Plain JavaScript that every Node since 14 can read, so that an old one can say so. */

export const NODE_VERSION_MIN = '26.10.0';

/**
 * Whether this Node, or one of the given version, is too old.
 * @param {string} version
 */
export function isTooOld(version = process.versions.node) {
  const parts = version.split('.').map(Number);
  const floor = NODE_VERSION_MIN.split('.').map(Number);
  const different = floor.findIndex((part, index) => parts[index] !== part);
  return different !== -1 && !(parts[different] > floor[different]);
}

/** The two halves of a place, as a value of the type `location` has them. */

export interface Halves {
  readonly lat: number | undefined;
  readonly lon: number | undefined;
}

export function halvesOf(value: unknown): Halves {
  const { lat, lon } = (typeof value === 'object' && value !== null ? value : {}) as { lat?: unknown; lon?: unknown };
  return {
    lat: typeof lat === 'number' ? lat : undefined,
    lon: typeof lon === 'number' ? lon : undefined,
  };
}

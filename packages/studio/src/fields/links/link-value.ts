/** A link as the API gives it: to an entry or an asset, by its public id. */
export interface LinkValue {
  readonly type: 'entry' | 'asset';
  readonly id: string;
}

/** The value as a link; null if it is none. */
export function linkOf(value: unknown): LinkValue | null {
  if (typeof value !== 'object' || value === null || !('type' in value) || !('id' in value)) return null;
  const { type, id } = value;
  return (type === 'entry' || type === 'asset') && typeof id === 'string' ? { type, id } : null;
}

/** The key in a public id, `ent_<code>_<key>`. Keys may have underscores, codes have none. */
export function keyOf(id: string): string {
  return id.replace(/^[a-z]+_[^_]+_/, '');
}

/** Patterns that made RE2JS slow, or whose cost is not obvious, and the worst texts for them. */

export const WORST_PATTERNS: readonly string[] = [
  'a[ab]{290}c',
  '[ab]*a[ab]{12}c',
  '(a?){200}a{200}',
  '(\\p{L}|\\p{N}|\\p{M}|\\p{P}){190}[xy]',
  `(?i)${'\\pL|'.repeat(120)}x`,
  '^(?:a?b?c?d?e?f?g?h?i?j?k?l?m?n?o?p?q?r?s?t?u?v?w?x?y?z?)*$',
  `b${'a'.repeat(500)}`,
  '(.*a){30}',
  '((a{10}){10}){5}b',
  '[\\p{L}\\p{N}\\p{M}]{500}',
];

/** The longest text that such a pattern may be matched against without exceeding its own limits. */
export function worstSubject(characters: number): string {
  let seed = 7;
  return Array.from({ length: characters }, () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return 'ab'[(seed >> 16) & 1];
  }).join('');
}

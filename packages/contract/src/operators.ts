/** The comparisons of filters: `fields.<id>[gte]=5` in a query string, and equality without brackets. */

/** Those that stand in brackets. */
export const bracketOperators = ['ne', 'in', 'nin', 'gt', 'gte', 'lt', 'lte', 'exists'] as const;

export type Operator = 'eq' | (typeof bracketOperators)[number];

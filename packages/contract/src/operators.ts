/** The comparison operators of filters: `fields.<id>[gte]=5` in a query string. No brackets means equality. */

/** The operators written in brackets. */
export const bracketOperators = ['ne', 'in', 'nin', 'gt', 'gte', 'lt', 'lte', 'exists'] as const;

export type Operator = 'eq' | (typeof bracketOperators)[number];

/** Query strings of routes whose parameters are the same in every environment, so that a schema says what they take. */
import { parse } from 'node:querystring';
import type { TSchema } from 'typebox';
import { schemaCheck } from '../../platform/http/validation.ts';
import { searchOf } from '../query-string/parameters.ts';

/**
 * Makes a function that reads the query string of a URL.
 * @returns the parameters, those that are numbers as numbers
 */
export function queryCheck(schema: TSchema): (url: string) => unknown {
  const check = schemaCheck(schema, { prefix: 'query', isText: true });
  return (url) => {
    const query = { ...parse(searchOf(url)) };
    check(query);
    return query;
  };
}

/** The comparisons of filters in words. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Operator } from '../../../contract/src/operators.ts';

export const operatorWords: Readonly<Record<Operator, MessageDescriptor>> = {
  eq: msg`is`,
  ne: msg`is not`,
  in: msg`is one of`,
  nin: msg`is none of`,
  gt: msg`is more than`,
  gte: msg`is at least`,
  lt: msg`is less than`,
  lte: msg`is at most`,
  exists: msg`has a value`,
};

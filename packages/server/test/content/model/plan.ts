/** The meaning of an operation in a given state: the request, the resulting state, and the acceptable errors. */
import type { Operation } from './operations.ts';
import { planAction, planPatch, planSave } from './plan-entries.ts';
import { planLocale } from './plan-locales.ts';
import { planModel } from './plan-types.ts';
import type { Plan } from './planned.ts';
import type { State } from './rules.ts';

/** The plan of the operation in the state; null if it does not apply there. */
export function plan(state: State, operation: Operation, paths: { base: string; space: string }): Plan | null {
  switch (operation.kind) {
    case 'nothing':
      return null;
    case 'create':
    case 'put':
      return planSave(state, operation, paths.base);
    case 'patch':
      return planPatch(state, operation);
    case 'act':
      return planAction(state, operation, operation.action);
    case 'rename':
    case 'show':
    case 'hide':
    case 'retype':
    case 'flip':
      return planModel(state, operation);
    default:
      return planLocale(state, operation, paths.space);
  }
}

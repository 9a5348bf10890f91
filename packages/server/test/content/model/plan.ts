/** What an operation means in a given state: the request it sends, the state it leads to, the refusals that are right. */
import type { Operation } from './operations.ts';
import { planAction, planPatch, planSave } from './plan-entries.ts';
import { planLocale } from './plan-locales.ts';
import { planModel } from './plan-types.ts';
import type { Plan } from './planned.ts';
import type { State } from './rules.ts';

/** What the operation means in the state; null where it means nothing there. */
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

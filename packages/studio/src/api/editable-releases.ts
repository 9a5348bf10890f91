/** Releases in which entries can still be changed; apart from the client, as words ask for it too. */
import type { Release } from './types.ts';

const STATES: readonly Release['state'][] = ['open', 'scheduled', 'failed'];

/** Their states, as lists are asked for them. */
export const EDITABLE = STATES.join(',');

/** Whether what is in it can still be changed. */
export function isEditable({ state }: Pick<Release, 'state'>): boolean {
  return STATES.includes(state);
}

/** Whether its entries can be changed. What is scheduled goes out by itself, so that changing it is scheduling. */
export function canBeWritten({ state }: Pick<Release, 'state'>, maySchedule: boolean): boolean {
  return isEditable({ state }) && (state !== 'scheduled' || maySchedule);
}

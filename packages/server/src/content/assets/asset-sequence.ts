/** The numbers of assets, for checks. */
import type { Sequence } from '../../platform/database/checkup/sequence-check.ts';
import { numberOfRow } from '../../platform/database/row-id.ts';
import { lastAssetId } from './checkup-store.ts';
import { assetCounter } from './store.ts';

export function assetSequence(environment: number): Sequence {
  return {
    about: `assets of environment ${environment}`,
    counter: assetCounter(environment),
    last: async (db) => numberOfRow(await lastAssetId(db, environment)),
  };
}

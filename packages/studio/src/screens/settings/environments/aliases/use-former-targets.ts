/** What aliases stood for before they were switched in this browser, so that they can be switched back. */
import { useState } from 'react';
import type { Environment, EnvironmentAlias } from '../../../../api/types.ts';

const PREFIX = 'lectern.alias.';

export interface FormerTargets {
  /** Null where that is not known, or is gone. */
  of(alias: EnvironmentAlias): string | null;
  /** Keeps what an alias stands for now, as it is about to be switched. */
  note(alias: EnvironmentAlias): void;
}

export function useFormerTargets(space: string, environments: readonly Environment[]): FormerTargets {
  const [, redraw] = useState(0);
  const nameOf = ({ name }: EnvironmentAlias) => `${PREFIX}${space}.${name}`;
  return {
    of: (alias) => {
      const former = localStorage.getItem(nameOf(alias));
      const isThere = environments.some(({ name, status }) => name === former && status === 'ready');
      return isThere && former !== alias.environment ? former : null;
    },
    note: (alias) => {
      localStorage.setItem(nameOf(alias), alias.environment);
      redraw((count) => count + 1);
    },
  };
}

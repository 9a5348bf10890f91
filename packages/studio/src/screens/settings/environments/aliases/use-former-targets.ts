/** What aliases stood for before they were switched in this browser, so that they can be switched back. */
import { useState } from 'react';
import type { EnvironmentAlias } from '../../../../api/types.ts';

const PREFIX = 'lectern.alias.';

export interface FormerTargets {
  /** Null where that is not known, or is gone. */
  of(alias: EnvironmentAlias): string | null;
  /** Keeps what an alias stands for now, as it is about to be switched. */
  note(alias: EnvironmentAlias): void;
}

/** @param ready names of the environments that an alias can stand for */
export function useFormerTargets(space: string, ready: readonly string[]): FormerTargets {
  const [, redraw] = useState(0);
  const nameOf = ({ name }: EnvironmentAlias) => `${PREFIX}${space}.${name}`;
  return {
    of: (alias) => {
      const former = localStorage.getItem(nameOf(alias));
      return former !== null && former !== alias.environment && ready.includes(former) ? former : null;
    },
    note: (alias) => {
      localStorage.setItem(nameOf(alias), alias.environment);
      redraw((count) => count + 1);
    },
  };
}

/** A content type while it is changed here, from what this device kept of it if the type is still what that was made of. */
import { useState } from 'react';
import { sameJson } from '../../../../contract/src/same-json.ts';
import type { ContentType } from '../../api/types.ts';
import type { KeptEdit } from '../../drafts/types.ts';
import type { KeptWork } from '../../frame/use-edit.ts';
import { changesOf, type WorkingType, workingType } from './working-type.ts';

interface Working {
  readonly working: WorkingType;
  /** What was kept, where the type has been changed since: nothing is changed before it is taken or discarded. */
  readonly found: KeptEdit<WorkingType> | null;
  change(next: WorkingType): void;
  take(): void;
  discard(): void;
}

/** @param edit the device has told what it keeps */
export function useWorkingType(type: ContentType, { kept = null, keep }: KeptWork<WorkingType>): Working {
  const base = workingType(type);
  const goesOn = kept !== null && sameJson(kept.base, base);
  const [working, setWorking] = useState(goesOn ? kept.mine : base);
  const [found, setFound] = useState(goesOn ? null : kept);
  const change = (next: WorkingType) => {
    setFound(null);
    setWorking(next);
    keep(changesOf(type, next).length === 0 ? null : { mine: next, base });
  };
  return {
    working,
    found,
    change,
    take: () => found !== null && change(found.mine),
    discard: () => change(base),
  };
}

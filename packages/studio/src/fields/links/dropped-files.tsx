/** What was dropped on a field, on its way: with its progress, and what the field does not take. */
import { type ReactNode, useEffect } from 'react';
import { Uploads } from '../uploads/uploads.tsx';
import { UnfitFiles, useLinkedUploads } from './linked-uploads.tsx';
import type { PickerProperties } from './picker-properties.ts';

interface DroppedFilesProperties extends Pick<PickerProperties, 'field' | 'several' | 'onPick'> {
  /** Those of the last drop. */
  readonly files: readonly File[];
}

export function DroppedFiles({ files, ...field }: DroppedFilesProperties): ReactNode {
  const { upload, ids, unfit, forgetUnfit } = useLinkedUploads(field);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each drop is uploaded once, whoever renders it again
  useEffect(() => upload(files), [files]);
  return (
    <>
      <Uploads only={ids} />
      <UnfitFiles field={field.field} names={unfit} onClose={forgetUnfit} />
    </>
  );
}

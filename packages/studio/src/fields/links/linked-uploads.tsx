/** Files that are uploaded to be linked to: each is linked as it arrives, if the field takes it. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Alert } from '../../ui/index.ts';
import type { ValueModel } from '../field-type.ts';
import { useSurroundings } from '../surroundings.tsx';
import { uploadQueue } from '../uploads/upload-queue.ts';
import { takesAsset } from './allowed.ts';
import type { PickerProperties } from './picker-properties.ts';

export function useLinkedUploads({ field, several, onPick }: Pick<PickerProperties, 'field' | 'several' | 'onPick'>) {
  const { space, environment } = useSurroundings().place;
  /** Names of files that arrived, and that the field does not take. */
  const [unfit, setUnfit] = useState<readonly string[]>([]);
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const upload = (files: readonly File[]) => {
    const added = uploadQueue.add({ space, environment }, several ? files : files.slice(0, 1), (asset) => {
      if (takesAsset(field, asset)) onPick({ type: 'asset', id: asset.id });
      else setUnfit((names) => [...names, asset.file_name ?? asset.id]);
    });
    setIds((now) => new Set([...now, ...added]));
  };
  return { upload, ids, unfit, forgetUnfit: () => setUnfit([]) };
}

interface UnfitFilesProperties {
  readonly field: ValueModel;
  readonly names: readonly string[];
  onClose(): void;
}

/** Says which files have arrived and were not linked; nothing where all were. */
export function UnfitFiles({ field, names, onClose }: UnfitFilesProperties): ReactNode {
  const { t } = useLingui();
  if (names.length === 0) return null;
  return (
    <Alert color="yellow" role="alert" withCloseButton closeButtonLabel={t`Close`} onClose={onClose}>
      <Trans>Added to Media but not linked, because {field.name} only takes other kinds of files:</Trans>{' '}
      {names.join(', ')}
    </Alert>
  );
}

/** One file: its picture with the focal point, its texts in each language, what uses it, its addresses. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { ifMatch } from '../../api/if-match.ts';
import { assetQuery } from '../../api/queries.ts';
import type { Asset } from '../../api/types.ts';
import { replaceFile } from '../../api/upload.ts';
import { assetName } from '../../fields/asset-name.ts';
import { isHiddenPicture } from '../../fields/picture.ts';
import { actOnVersion } from '../../frame/act-on-version.ts';
import { DangerDialog } from '../../frame/form-dialog.tsx';
import { OpenedDrawer } from '../../frame/opened-drawer.tsx';
import { Problem } from '../../frame/problem.tsx';
import { sizeWords } from '../../frame/size-words.ts';
import { useAttempt } from '../../frame/use-attempt.ts';
import { useEdit } from '../../frame/use-edit.ts';
import { useDefaultLocale, usePermission, usePlace } from '../../frame/use-place.ts';
import { Alert, Button, CopyTextButton, FileButton, Group, Select, Stack, Text } from '../../ui/index.ts';
import { AssetTexts } from './asset-texts.tsx';
import { transformed } from './asset-words.ts';
import { FocalPoint } from './focal-point.tsx';
import type { Typed } from './use-saved-texts.ts';
import { UsedIn } from './used-in.tsx';

interface AssetDrawerProperties {
  readonly id: string;
  readonly onClose: () => void;
}

export function AssetDrawer({ id, onClose }: AssetDrawerProperties): ReactNode {
  const { t } = useLingui();
  const locale = useDefaultLocale().code;
  const asset = useQuery(assetQuery(id));
  const title = asset.data === undefined ? t`File` : (assetName(asset.data, locale) ?? t`File`);
  return (
    <OpenedDrawer read={asset} title={title} gone={t`This file was deleted.`} onClose={onClose}>
      {(file) => <AssetPanel key={id} asset={file} onGone={onClose} />}
    </OpenedDrawer>
  );
}

interface AssetPanelProperties {
  readonly asset: Asset;
  readonly onGone: () => void;
}

function AssetPanel({ asset, onGone }: AssetPanelProperties): ReactNode {
  const { i18n, t } = useLingui();
  const edit = useEdit<Typed>({ ...usePlace(), key: asset.id });
  const mayUpdate = usePermission('asset.update');
  const mayDelete = usePermission('asset.delete');
  const { refresh, readAgain } = useRefresh(asset);
  const { problem, busy, run } = useAttempt();
  const replace = (file: File | null) =>
    run(async () => {
      if (file !== null) await refresh(await actOnVersion(() => replaceFile(asset, file), readAgain));
    });
  const focus = (point: Asset['focal_point']) =>
    run(async () => {
      const body = { focal_point: point, version: asset.version };
      const params = { path: { asset_id: asset.id } };
      await refresh(await actOnVersion(() => bodyOf(api.PATCH('/media/{asset_id}', { params, body })), readAgain));
    });
  const size = sizeWords(asset.size, i18n.locale);
  const dimensions = asset.width === null ? null : `${asset.width} × ${asset.height} px`;

  // It comes whole: what came later would move what stands below.
  if (edit.kept === undefined) return null;
  return (
    <Stack>
      <Problem error={problem} />
      {isHiddenPicture(asset) && (
        <Alert color="yellow" title={t`Browsers cannot show this picture`}>
          <Trans>
            Its format ({asset.mime_type}) cannot be shown or converted. Replace it with a JPEG, PNG or WebP.
          </Trans>
        </Alert>
      )}
      <FocalPoint asset={asset} {...(mayUpdate ? { onChange: (point) => void focus(point) } : {})} />
      <Text size="sm" c="dimmed">
        {[asset.file_name, asset.mime_type, size, dimensions].filter((word) => word !== null).join(' · ')}
      </Text>
      <AssetTexts asset={asset} readOnly={!mayUpdate} edit={edit} onSaved={refresh} />
      {asset.url !== null && <Addresses asset={asset} url={asset.url} />}
      <UsedIn asset={asset} />
      <Group>
        {mayUpdate && (
          <FileButton
            onChange={(file) => void replace(file)}
            {...(asset.mime_type === null ? {} : { accept: asset.mime_type })}
          >
            {(button) => (
              <Button {...button} variant="default" size="xs" loading={busy}>
                <Trans>Replace file</Trans>
              </Button>
            )}
          </FileButton>
        )}
        {mayDelete && <DeleteButton asset={asset} onGone={onGone} />}
      </Group>
    </Stack>
  );
}

function DeleteButton({ asset, onGone }: AssetPanelProperties): ReactNode {
  const { t } = useLingui();
  const { refresh, readAgain } = useRefresh(asset);
  const [asked, setAsked] = useState(false);
  const remove = async () => {
    const params = { path: { asset_id: asset.id }, header: ifMatch(asset) };
    await actOnVersion(() => bodyOf(api.DELETE('/media/{asset_id}', { params })), readAgain);
    await refresh();
    onGone();
  };
  return (
    <>
      <Button variant="subtle" color="red" size="xs" onClick={() => setAsked(true)}>
        <Trans>Delete</Trans>
      </Button>
      {asked && (
        <DangerDialog title={t`Delete this file`} action={t`Delete`} onSubmit={remove} onClose={() => setAsked(false)}>
          <Trans>Readers lose it at once, and entries that use it show nothing in its place.</Trans>
        </DangerDialog>
      )}
    </>
  );
}

/** Brings what is shown up to date after a change. */
function useRefresh({ id }: Asset) {
  const { space, environment } = usePlace();
  const client = useQueryClient();
  return {
    /** Reads the list again. @param changed the file as it is now */
    refresh: async (changed?: Asset) => {
      if (changed !== undefined) client.setQueryData(assetQuery(id).queryKey, changed);
      await client.invalidateQueries({ queryKey: [space, environment, 'media'] });
    },
    /** Reads the file again. */
    readAgain: () => client.invalidateQueries({ queryKey: assetQuery(id).queryKey }),
  };
}

interface AddressesProperties {
  readonly asset: Asset;
  readonly url: string;
}

/** The file's address to copy, as it is or in other dimensions. */
function Addresses({ asset, url }: AddressesProperties): ReactNode {
  const { t } = useLingui();
  const [form, setForm] = useState('original');
  const forms: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
    original: {},
    'w=1600&fm=webp': { w: 1600, fm: 'webp' },
    'w=800&fm=webp': { w: 800, fm: 'webp' },
    'w=400&h=400&fit=cover&fm=webp': { w: 400, h: 400, fit: 'cover', fm: 'webp' },
  };
  const chosen = transformed(url, forms[form] ?? {});
  return (
    <Group gap="xs" align="flex-end">
      {asset.width !== null && (
        <Select
          label={t`File address`}
          data={[
            { value: 'original', label: t`Original` },
            { value: 'w=1600&fm=webp', label: t`1600 px wide, WebP` },
            { value: 'w=800&fm=webp', label: t`800 px wide, WebP` },
            { value: 'w=400&h=400&fit=cover&fm=webp', label: t`Square of 400 px, WebP` },
          ]}
          value={form}
          onChange={(value) => value !== null && setForm(value)}
          allowDeselect={false}
          flex={1}
        />
      )}
      <CopyTextButton value={chosen} size="sm">
        <Trans>Copy address</Trans>
      </CopyTextButton>
    </Group>
  );
}

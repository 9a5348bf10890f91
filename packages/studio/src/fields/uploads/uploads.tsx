/** What is being uploaded: one line a file, with its progress, or why it failed and a way to try again. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { CloseIcon } from '../../ui/icons.ts';
import { ActionIcon, Button, Group, Paper, Progress, Stack, Text } from '../../ui/index.ts';
import { uploadQueue, useUploads } from './upload-queue.ts';

const ICON_SIZE = 14;

interface UploadsProperties {
  /** Ids of those that are shown; all of them without it. */
  readonly only?: ReadonlySet<number>;
}

export function Uploads({ only }: UploadsProperties): ReactNode {
  const { t } = useLingui();
  const uploads = useUploads().filter(({ id }) => only?.has(id) !== false);
  if (uploads.length === 0) return null;
  return (
    <Paper withBorder p="xs" component="section" aria-label={t`Uploads`}>
      <Stack gap={6}>
        {uploads.map(({ id, file, state, share, problem }) => (
          <Group key={id} gap="sm" wrap="nowrap">
            <Text size="sm" truncate flex={1} dir="auto">
              {file.name}
            </Text>
            {state === 'failed' ? (
              <>
                <Text size="sm" c="var(--failed)" role="alert">
                  {problem}
                </Text>
                <Button size="compact-xs" variant="default" onClick={() => uploadQueue.retry(id)}>
                  <Trans>Try again</Trans>
                </Button>
                <ActionIcon size="sm" aria-label={t`Dismiss ${file.name}`} onClick={() => uploadQueue.drop(id)}>
                  <CloseIcon size={ICON_SIZE} aria-hidden />
                </ActionIcon>
              </>
            ) : (
              <Progress value={share * 100} w={160} aria-label={t`Upload progress of ${file.name}`} />
            )}
          </Group>
        ))}
      </Stack>
    </Paper>
  );
}

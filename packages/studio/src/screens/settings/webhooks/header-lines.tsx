/** Headers of one's own, such as a password of the receiver. What is stored is never shown again. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { CloseIcon } from '../../../ui/icons.ts';
import { ActionIcon, Button, Group, Stack, Text, TextInput } from '../../../ui/index.ts';
import { type HeaderLine, STORED } from './webhook-values.ts';

const ICON_SIZE = 16;

interface HeaderLinesProperties {
  readonly lines: readonly HeaderLine[];
  readonly onChange: (lines: readonly HeaderLine[]) => void;
}

export function HeaderLines({ lines, onChange }: HeaderLinesProperties): ReactNode {
  const { t } = useLingui();
  const add = () => {
    const id = Math.max(-1, ...lines.map((line) => line.id)) + 1;
    onChange([...lines, { id, name: '', value: '' }]);
  };
  const change = (changed: HeaderLine) => onChange(lines.map((line) => (line.id === changed.id ? changed : line)));
  return (
    <Stack gap="xs" role="group" aria-label={t`Headers`}>
      <div>
        <Text size="sm" fw={600}>
          <Trans>Headers</Trans>
        </Text>
        <Text size="xs" c="dimmed">
          <Trans>
            Sent with each request, such as a password of the receiver. Stored values are never shown again.
          </Trans>
        </Text>
      </div>
      {lines.map((line, index) => (
        <Line
          key={line.id}
          line={line}
          isFirst={index === 0}
          onChange={change}
          onRemove={() => onChange(lines.filter(({ id }) => id !== line.id))}
        />
      ))}
      <div>
        <Button variant="default" size="xs" onClick={add}>
          <Trans>Add a header</Trans>
        </Button>
      </div>
    </Stack>
  );
}

interface LineProperties {
  readonly line: HeaderLine;
  /** What is refused about all headers stands at the first. */
  readonly isFirst: boolean;
  readonly onChange: (line: HeaderLine) => void;
  readonly onRemove: () => void;
}

function Line({ line, isFirst, onChange, onRemove }: LineProperties): ReactNode {
  const { t } = useLingui();
  const isStored = line.value === STORED;
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <TextInput
        aria-label={t`Name of the header`}
        placeholder="Authorization"
        data-path={isFirst ? 'headers' : undefined}
        dir="ltr"
        flex={1}
        value={line.name}
        onChange={({ currentTarget }) => onChange({ ...line, name: currentTarget.value })}
      />
      <TextInput
        aria-label={t`Value of the header`}
        placeholder={isStored ? t`stored` : ''}
        data-path={`headers.${line.name.trim()}`}
        autoComplete="off"
        dir="ltr"
        flex={2}
        value={isStored ? '' : line.value}
        onChange={({ currentTarget }) => onChange({ ...line, value: currentTarget.value })}
      />
      <ActionIcon
        size={36}
        variant="subtle"
        color="gray"
        aria-label={t`Remove the header ${line.name}`}
        onClick={onRemove}
      >
        <CloseIcon size={ICON_SIZE} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

/** The input of a field of type `component`: the fields of the component, quietly set off from those around it. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef } from 'react';
import type { ContentType } from '../../api/types.ts';
import { AddIcon } from '../../ui/icons.ts';
import { Box, Button, Text } from '../../ui/index.ts';
import type { InputProps } from '../field-type.ts';
import { useSurroundings } from '../surroundings.tsx';
import { defaultsOf } from './block-value.ts';
import styles from './blocks.module.css';
import { focusFirst } from './focus.ts';
import { InnerFields, useInnerLevel } from './inner-fields.tsx';

export function ComponentInput(input: InputProps): ReactNode {
  const { types } = useSurroundings();
  const type = types.find(({ api_id }) => api_id === input.field.component);
  if (type === undefined)
    return (
      <Text id={input.id} size="sm" c="dimmed">
        <Trans>This component is not in the model any more.</Trans>
      </Text>
    );
  return <KnownComponent {...input} type={type} />;
}

function KnownComponent({ type, ...input }: InputProps & { readonly type: ContentType }): ReactNode {
  const { field, locale, value, readOnly } = input;
  const { t } = useLingui();
  const { locales } = useSurroundings();
  const place = { id: field.id, localized: field.localized === true };
  const level = useInnerLevel({ field: place, locale, block: null }, type);
  const group = useRef<HTMLDivElement>(null);
  const isShown = value !== undefined || field.required === true;

  function add(): void {
    input.onChange({
      fields: defaultsOf(type, { within: level.within !== null, defaultLocale: locales[0]?.code ?? '' }),
    });
    focusFirst(group);
  }

  return (
    <Box
      id={input.id}
      className={styles.component ?? ''}
      role="group"
      aria-labelledby={input.labelledBy}
      aria-describedby={input.describedBy}
      data-invalid={input.invalid || undefined}
      data-empty={!isShown || undefined}
      ref={group}
    >
      {isShown && <InnerFields level={level} readOnly={readOnly} />}
      {!isShown && readOnly && (
        <Text size="sm" c="dimmed">
          —
        </Text>
      )}
      {!isShown && !readOnly && (
        <Button
          size="xs"
          variant="default"
          leftSection={<AddIcon size={14} aria-hidden />}
          aria-label={t`Add ${field.name}`}
          onClick={add}
        >
          <Trans comment="Adds a component, such as the SEO texts, to an entry">Add</Trans>
        </Button>
      )}
      {value !== undefined && field.required !== true && !readOnly && (
        <Button
          size="compact-xs"
          variant="subtle"
          px={4}
          ms={-4}
          aria-label={t`Remove ${field.name}`}
          onClick={() => {
            input.onChange(undefined);
            focusFirst(group);
          }}
        >
          <Trans comment="Removes a component from an entry, with what is in it">Remove</Trans>
        </Button>
      )}
    </Box>
  );
}

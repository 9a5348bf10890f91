/** What a saved change of a type did that the person may not expect, field by field, until it is put away. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { inWords } from '../../api/problem.ts';
import type { ContentType } from '../../api/types.ts';
import { Alert, List } from '../../ui/index.ts';

export interface ChangeWarning {
  /** Name of the field. */
  readonly field: string;
  readonly message: string;
}

/** The warnings of the response to a change. Those of the type itself stand with its settings. */
export function changeWarnings({ fields, warnings }: Pick<ContentType, 'fields' | 'warnings'>): ChangeWarning[] {
  return warnings.flatMap((warning) => {
    const field = fields[Number(/^fields\.(\d+)\./.exec(warning.path)?.[1])];
    return field === undefined ? [] : [{ field: field.name, message: inWords(warning).message }];
  });
}

interface ChangeWarningsProperties {
  readonly warnings: readonly ChangeWarning[];
  readonly onClose: () => void;
}

export function ChangeWarnings({ warnings, onClose }: ChangeWarningsProperties): ReactNode {
  const { t } = useLingui();
  if (warnings.length === 0) return null;
  return (
    <Alert
      variant="light"
      color="yellow"
      title={<Trans>Changes saved</Trans>}
      withCloseButton
      closeButtonLabel={t`Close`}
      onClose={onClose}
    >
      <List size="sm">
        {warnings.map(({ field, message }) => (
          <List.Item key={field + message}>
            <b>{field}</b>: {message}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

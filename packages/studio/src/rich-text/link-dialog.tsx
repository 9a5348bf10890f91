/** The dialog for a link: to an address, an entry or an asset. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { Button, Group, Modal, SegmentedControl, Stack, Text, TextInput } from '../ui/index.ts';
import type { LinkTarget } from './actions/links.ts';
import type { RichTextLink } from './document/grammar.ts';
import { isTypedTarget, meantAddress } from './document/href.ts';
import type { Describe } from './nodes/cards.ts';

type Kind = LinkTarget['type'];

export interface LinkDialogProps {
  /** The link that is changed; null for a new one. */
  readonly target: LinkTarget | null;
  /** The kinds of link that the field allows, at least one. */
  readonly kinds: readonly Kind[];
  readonly describe: Describe;
  readonly pick: (kind: RichTextLink['type']) => Promise<RichTextLink | null>;
  /** Takes the link, and the words for it where none are selected. */
  readonly apply: (target: LinkTarget, words: string) => void;
  readonly remove: () => void;
  readonly close: () => void;
}

export function LinkDialog(properties: LinkDialogProps): ReactNode {
  const { target, kinds, remove, close } = properties;
  const { t } = useLingui();
  const { kind, href, title, problem, chooseKind, setHref, chooseResource, submit } = useLinkChoice(properties);
  const labels: Record<Kind, string> = { address: t`Address`, entry: t`Entry`, asset: t`Picture or file` };
  return (
    <Modal
      opened
      onClose={close}
      returnFocus={false}
      title={target === null ? t`Add link` : t`Change link`}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          {kinds.length > 1 && (
            <SegmentedControl
              fullWidth
              transitionDuration={0}
              value={kind}
              onChange={(value) => chooseKind(value as Kind)}
              aria-label={t`Kind of link`}
              data={kinds.map((value) => ({ value, label: labels[value] }))}
            />
          )}
          {kind === 'address' ? (
            <TextInput
              data-autofocus
              label={labels.address}
              value={href}
              error={problem}
              dir="ltr"
              inputMode="url"
              autoComplete="off"
              onChange={(event) => setHref(event.currentTarget.value)}
            />
          ) : (
            <ChosenResource title={title} problem={problem} choose={() => void chooseResource(kind)} />
          )}
          <Group justify="flex-end" gap="xs">
            {target !== null && (
              <Button variant="subtle" color="gray" onClick={remove}>
                <Trans>Remove link</Trans>
              </Button>
            )}
            <Button type="submit">
              <Trans>Apply</Trans>
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** What is linked to, as long as the dialog is open; `submit` applies it, or says what is missing. */
function useLinkChoice({ target, kinds, describe, pick, apply }: LinkDialogProps) {
  const { t } = useLingui();
  const [kind, setKind] = useState<Kind>(target?.type ?? kinds[0] ?? 'address');
  const [href, setHref] = useState(target?.type === 'address' ? target.href : '');
  const [resource, setResource] = useState<RichTextLink | null>(target?.type === 'address' ? null : target);
  const [problem, setProblem] = useState<string | null>(null);
  const title = useTitle(resource, describe) ?? resource?.id;

  const chooseKind = (next: Kind) => {
    setKind(next);
    setProblem(null);
  };
  const chooseResource = async (wanted: RichTextLink['type']) => {
    const chosen = await pick(wanted);
    if (chosen === null) return;
    setResource(chosen);
    setProblem(null);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog stands in the page's tree of React inside of other forms.
    event.stopPropagation();
    const address = meantAddress(href);
    if (kind !== 'address') {
      if (resource?.type === kind) apply(resource, title ?? resource.id);
      else setProblem(t`Choose what to link to.`);
    } else if (address === '') setProblem(t`Give an address, such as example.com, /about or ann@example.com.`);
    else if (!isTypedTarget(address))
      setProblem(t`Give an address that begins with https:, http:, mailto: or tel:, or one of this site.`);
    else apply({ type: 'address', href: address }, href.trim());
  };
  const shown = resource?.type === kind ? title : undefined;
  return { kind, href, title: shown, problem, chooseKind, setHref, chooseResource, submit };
}

interface ChosenResourceProps {
  /** Undefined where nothing is chosen yet. */
  readonly title: string | undefined;
  readonly problem: string | null;
  readonly choose: () => void;
}

function ChosenResource({ title, problem, choose }: ChosenResourceProps): ReactNode {
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Text size="sm">{title ?? <Trans>Nothing chosen yet</Trans>}</Text>
        {problem !== null && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {problem}
          </Text>
        )}
      </div>
      <Button variant="default" data-autofocus onClick={choose}>
        <Trans>Choose…</Trans>
      </Button>
    </Group>
  );
}

/** The title of what is linked to; undefined while it is not known. */
function useTitle(link: RichTextLink | null, describe: Describe): string | undefined {
  const [known, setKnown] = useState<{ readonly id: string; readonly title: string | undefined }>();
  useEffect(() => {
    let isShown = true;
    if (link !== null)
      void Promise.resolve(describe(link)).then(
        (card) => isShown && setKnown({ id: link.id, title: card?.title }),
        () => undefined,
      );
    return () => {
      isShown = false;
    };
  }, [link, describe]);
  return known?.id === link?.id ? known?.title : undefined;
}

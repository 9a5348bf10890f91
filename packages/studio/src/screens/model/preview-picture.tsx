/** The picture of a component: chosen from the media library or uploaded, and shown where people choose blocks. */
import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useId, useMemo } from 'react';
import { type LinkValue, linkOf } from '../../fields/links/link-value.ts';
import { OneLink } from '../../fields/links/one-link.tsx';
import { type Surroundings, SurroundingsProvider } from '../../fields/surroundings.tsx';
import { useDefaultLocale, useLocales, useModel, usePlace } from '../../frame/use-place.ts';
import { Box, Input } from '../../ui/index.ts';

/** Pixels: as wide as half of the form. */
const WIDTH_MAX = 420;

export interface PreviewPictureProperties {
  /** Id of the asset; null for none. */
  readonly value: string | null;
  readonly change: (id: string | null) => void;
  readonly readOnly: boolean;
}

export function PreviewPicture({ value, change, readOnly }: PreviewPictureProperties): ReactNode {
  const { t } = useLingui();
  const id = useId();
  const locale = useDefaultLocale().code;
  const name = t`Preview picture`;
  const input = { id, labelledBy: `${id}-label`, describedBy: `${id}-about`, locale, readOnly };
  return (
    <Input.Wrapper
      label={name}
      labelElement="div"
      labelProps={{ id: input.labelledBy }}
      description={t`Shows what the component looks like when people add a block`}
      descriptionProps={{ id: input.describedBy }}
    >
      <SurroundingsProvider value={useMediaSurroundings()}>
        <Box maw={WIDTH_MAX} mt={4}>
          <OneLink
            {...input}
            kind="asset"
            field={{ id: 'preview_picture', name, type: 'asset', validations: { mime_types: ['image/*'] } }}
            value={value === null ? undefined : { type: 'asset', id: value }}
            unfinished={undefined}
            fallback={undefined}
            invalid={false}
            onChange={(link) => change(linkOf(link)?.id ?? null)}
            onUnfinished={() => undefined}
          />
        </Box>
      </SurroundingsProvider>
    </Input.Wrapper>
  );
}

/** What a link to a file knows of the model, where there are no entries to be opened or written. */
function useMediaSurroundings(): Surroundings {
  const { space, environment } = usePlace();
  const types = useModel();
  const locales = useLocales();
  const router = useRouter();
  return useMemo(() => {
    const to = '/spaces/$space/$environment/media';
    const addressOf = ({ id: asset }: LinkValue) =>
      router.history.createHref(
        router.buildLocation({ to, params: { space, environment }, search: { asset } }).publicHref,
      );
    return {
      place: { space, environment },
      types,
      locales,
      expectEntry: () => undefined,
      addressOf,
      openEntry: () => undefined,
      createEntry: async () => null,
    };
  }, [space, environment, types, locales, router]);
}

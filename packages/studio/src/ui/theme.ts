/** The look of Studio: one accent colour, system fonts, a 4 px grid, and contrasts that WCAG 2.2 AA asks for. */
import {
  type ActionIconProps,
  type ButtonProps,
  type CloseButtonProps,
  type ComboboxProps,
  type CSSVariablesResolver,
  createTheme,
  isOptionsGroup,
  type MantineTheme,
  type OptionsFilter,
  rem,
} from '@mantine/core';
import { fold } from '../../../contract/src/folded-text.ts';

const SYSTEM_FONTS = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif';
const MONOSPACE_FONTS = 'ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace';
/** What WCAG 2.2 AA asks of everything that is pressed; the library's smallest controls are below it. */
const SMALLEST_TARGET = rem(24);
/**
 * Options stand in the dialog that holds their field, as VoiceOver is silent on others (mantinedev/mantine#8626), and fixed,
 * as a dialog that is smaller than its options would scroll.
 */
const OPTIONS_OF_A_FIELD: ComboboxProps = { withinPortal: false, floatingStrategy: 'fixed' };

/** The choices whose names have what is typed in them, found as search finds words: without case and accents. */
const matchingChoices: OptionsFilter = ({ options, search, limit }) => {
  const wanted = fold(search.trim());
  const isMatch = ({ label }: { readonly label: string }) => fold(label).includes(wanted);
  return options
    .map((item) => (isOptionsGroup(item) ? { ...item, items: item.items.filter(isMatch) } : item))
    .filter((item) => (isOptionsGroup(item) ? item.items.length > 0 : isMatch(item)))
    .slice(0, limit);
};

/**
 * `base.css` takes the scroll bar of the page away while a dialog is open: the library would do so with a custom property of
 * `body`, for which the browser works out the style of every element of the page anew.
 */
const LEAVES_SCROLL_BAR = { removeScrollBar: false };

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 8 },
  fontFamily: SYSTEM_FONTS,
  fontFamilyMonospace: MONOSPACE_FONTS,
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: rem(22), lineHeight: '1.3' },
      h2: { fontSize: rem(17), lineHeight: '1.4' },
      h3: { fontSize: rem(15), lineHeight: '1.4' },
    },
  },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(24), xl: rem(32) },
  components: {
    Button: {
      defaultProps: { size: 'sm' },
      vars: (_: MantineTheme, { size }: ButtonProps) => ({
        root: size === 'compact-xs' ? { '--button-height': SMALLEST_TARGET } : {},
      }),
    },
    ActionIcon: {
      defaultProps: { variant: 'subtle', color: 'gray', size: 'lg' },
      vars: (_: MantineTheme, { size }: ActionIconProps) => ({
        root: size === 'sm' ? { '--ai-size': SMALLEST_TARGET } : {},
      }),
    },
    Pill: { vars: () => ({ root: { '--pill-height-sm': SMALLEST_TARGET } }) },
    // Among them the button that clears a field with a choice.
    CloseButton: {
      vars: (_: MantineTheme, { size }: CloseButtonProps) => ({
        root: size === 'xs' || size === 'sm' ? { '--cb-size': SMALLEST_TARGET } : {},
      }),
    },
    // Tooltips and menus stand in the landmark of what opens them, and menus have no empty element as a child of no role.
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true, withinPortal: false } },
    Menu: { defaultProps: { withinPortal: false, withInitialFocusPlaceholder: false } },
    // Enter takes the first of the choices that are left by what is typed.
    Select: {
      defaultProps: { comboboxProps: OPTIONS_OF_A_FIELD, filter: matchingChoices, selectFirstOptionOnChange: true },
    },
    MultiSelect: { defaultProps: { comboboxProps: OPTIONS_OF_A_FIELD, filter: matchingChoices } },
    // Not one that moves: what is fixed in an element with a `transform` is cut off where the element ends.
    Modal: { defaultProps: { transitionProps: { transition: 'fade' }, removeScrollProps: LEAVES_SCROLL_BAR } },
    Drawer: { defaultProps: { removeScrollProps: LEAVES_SCROLL_BAR } },
  },
});

/** Mantine's own greys and reds for text, and the colours of words on their light grounds, are below a contrast of 4.5; these are above it on every surface of Studio. */
export const variables: CSSVariablesResolver = (given) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': given.colors.gray?.[7] ?? '#495057',
    '--mantine-color-placeholder': given.colors.gray?.[7] ?? '#495057',
    '--mantine-color-error': given.colors.red?.[9] ?? '#c92a2a',
    '--mantine-color-red-light-color': '#8a1c1c',
    '--mantine-color-orange-light-color': '#7a4100',
    '--mantine-color-yellow-light-color': '#664d03',
    '--mantine-color-green-light-color': '#1b5e2a',
    '--studio-bar': given.colors.gray?.[0] ?? '#f8f9fa',
    '--studio-line': given.colors.gray?.[3] ?? '#dee2e6',
    '--studio-marked': given.colors.indigo?.[0] ?? '#edf2ff',
  },
  dark: {
    '--mantine-color-dimmed': given.colors.dark?.[1] ?? '#b8b8b8',
    '--mantine-color-placeholder': given.colors.dark?.[1] ?? '#b8b8b8',
    '--mantine-color-error': given.colors.red?.[4] ?? '#ff8787',
    '--studio-bar': given.colors.dark?.[8] ?? '#1f1f1f',
    '--studio-line': given.colors.dark?.[4] ?? '#424242',
    '--studio-marked': given.colors.dark?.[5] ?? '#3b3b3b',
  },
});

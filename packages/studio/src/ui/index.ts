/**
 * The components that screens are made of. This folder alone imports the component library (decision 0064): what a screen
 * needs of it is exported here, and what Studio has of its own stands beside.
 */
export {
  ActionIcon,
  Alert,
  Anchor,
  Autocomplete,
  Avatar,
  Badge,
  Box,
  Breadcrumbs,
  Burger,
  Button,
  Center,
  Checkbox,
  Code,
  Collapse,
  Combobox,
  CopyButton,
  Divider,
  FileButton,
  Grid,
  Group,
  Image,
  Input,
  Kbd,
  List,
  Loader,
  Menu,
  MultiSelect,
  NavLink,
  NumberInput,
  Paper,
  Pill,
  Progress,
  Radio,
  ScrollArea,
  SegmentedControl,
  Select,
  SimpleGrid,
  Skeleton,
  Stack,
  Switch,
  Table,
  Tabs,
  TagsInput,
  Text,
  Title,
  Tooltip,
  UnstyledButton,
  useCombobox,
  useDirection,
  useMantineColorScheme as useColorScheme,
  VisuallyHidden,
} from '@mantine/core';
export {
  useDebouncedCallback,
  useDebouncedValue,
  useDisclosure,
  useElementSize,
  useHotkeys,
  useMediaQuery,
} from '@mantine/hooks';
export { CopyTextButton } from './copy-text-button.tsx';
export { DataTable } from './data-table.tsx';
export { Drawer, Modal } from './dialogs.tsx';
export { EmailInput } from './email-input.tsx';
export { EmptyState } from './empty-state.tsx';
export { FilterPopover } from './filter-popover.tsx';
export { Form, type FormRefusal } from './form.tsx';
export { GrowingTextarea } from './growing-textarea.tsx';
export { inPlace } from './in-place.tsx';
export { LateLoader, LateSkeleton } from './late.tsx';
export { LinkMenuItem } from './link-menu-item.tsx';
export { LinkAnchor, LinkButton, LinkNav, LinkTile } from './links.tsx';
export { Mark, NamePlate } from './name-plate.tsx';
export { type OnDemand, onDemand } from './on-demand.tsx';
export { PasswordInput } from './password-input.tsx';
export { isPlainClick } from './plain-click.ts';
export { Popover } from './popover.tsx';
export { RowActions, RowButton, RowLink } from './row-actions.tsx';
export { Section } from './section.tsx';
export { TextInput } from './text-input.tsx';
export { styleNonce, UiProvider } from './ui-provider.tsx';
export { useDelayed } from './use-delayed.ts';
export { useNarrow } from './use-narrow.ts';

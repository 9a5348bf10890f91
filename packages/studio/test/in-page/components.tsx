/**
 * All components of `ui/` in all their states, on one page: `npx vite packages/studio`, then `/studio/components.html`.
 * `pictures.deep.test.ts` photographs it. It is no part of the build.
 */
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { StatusBadge } from '../../src/fields/status-badge.tsx';
import { AddIcon, CheckIcon, DeleteIcon, EditIcon, SearchIcon } from '../../src/ui/icons.ts';
import {
  ActionIcon,
  Alert,
  Anchor,
  Avatar,
  Badge,
  Breadcrumbs,
  Burger,
  Button,
  Checkbox,
  Code,
  DataTable,
  Divider,
  EmailInput,
  EmptyState,
  Group,
  GrowingTextarea,
  Kbd,
  List,
  Loader,
  Mark,
  Menu,
  MultiSelect,
  NamePlate,
  NumberInput,
  Paper,
  PasswordInput,
  Pill,
  Progress,
  Radio,
  RowActions,
  RowButton,
  Section,
  SegmentedControl,
  Select,
  Skeleton,
  Stack,
  Switch,
  Table,
  Tabs,
  TagsInput,
  Text,
  TextInput,
  Title,
  UiProvider,
} from '../../src/ui/index.ts';

const COLOURS = ['surface', 'surface-sunken', 'surface-raised', 'marked', 'hovered', 'line', 'line-strong', 'accent'];
const TEXT_SIZES = ['2xl', 'xl', 'l', 'm', 's', 'xs'];
const CHOICES = ['Article', 'Author', 'Page'];

function Components(): ReactNode {
  return (
    <Stack component="main" p="lg" gap="xl" maw={960} mx="auto">
      <NamePlate />
      <Title order={1}>Components of Studio</Title>
      <Tokens />
      <Buttons />
      <Inputs />
      <Choices />
      <Messages />
      <Lists />
      <Parts />
      <Floating />
    </Stack>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <Stack component="section" gap="sm">
      <Title order={2}>{title}</Title>
      {children}
    </Stack>
  );
}

function Tokens(): ReactNode {
  return (
    <Part title="Colours, text and elevation">
      <Group gap="xs">
        {COLOURS.map((name) => (
          <Stack key={name} gap={4} w={104}>
            <div style={{ blockSize: 40, background: `var(--${name})`, boxShadow: 'inset 0 0 0 1px var(--line)' }} />
            <Text fz="xs">{name}</Text>
          </Stack>
        ))}
      </Group>
      {TEXT_SIZES.map((size) => (
        <Group key={size} gap="lg" align="baseline">
          <span style={{ fontSize: `var(--text-${size})` }}>Low tide at four</span>
          <span style={{ font: `var(--text-${size}) var(--font-content)` }}>Low tide at four</span>
          <Text fz="xs" c="dimmed">
            {size}
          </Text>
        </Group>
      ))}
      <Group gap="lg">
        {['lifted', 'floating'].map((name) => (
          <div
            key={name}
            style={{
              padding: 16,
              borderRadius: 'var(--radius-m)',
              background: 'var(--surface-raised)',
              boxShadow: `var(--shadow-${name})`,
            }}
          >
            {name}
          </div>
        ))}
        <Mark size={40} />
      </Group>
    </Part>
  );
}

function Buttons(): ReactNode {
  return (
    <Part title="Buttons and links">
      {(['filled', 'default', 'light', 'subtle'] as const).map((variant) => (
        <Group key={variant} gap="sm">
          <Button variant={variant}>Publish</Button>
          <Button variant={variant} leftSection={<AddIcon size={14} aria-hidden />}>
            New entry
          </Button>
          <Button variant={variant} size="xs">
            Small
          </Button>
          <Button variant={variant} size="compact-xs">
            Compact
          </Button>
          <Button variant={variant} color="red">
            Delete
          </Button>
          <Button variant={variant} disabled>
            Disabled
          </Button>
          <Button variant={variant} loading>
            Saving…
          </Button>
        </Group>
      ))}
      <Group gap="sm">
        <ActionIcon aria-label="Search">
          <SearchIcon size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label="Search, disabled" disabled>
          <SearchIcon size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label="Change" variant="default">
          <EditIcon size={16} aria-hidden />
        </ActionIcon>
        <Burger aria-label="Open navigation" size="sm" />
        <Anchor href="#link">A link</Anchor>
        <Breadcrumbs>
          <Anchor href="#model">Model</Anchor>
          <Text size="sm">Article</Text>
        </Breadcrumbs>
        <Kbd>Ctrl K</Kbd>
        <Code>article</Code>
      </Group>
    </Part>
  );
}

function Inputs(): ReactNode {
  return (
    <Part title="Inputs">
      <Group gap="md" align="start" grow>
        <TextInput label="Title" placeholder="A placeholder" description="What it is for." />
        <TextInput label="Slug" defaultValue="low tide" error="A slug has no spaces." />
        <TextInput label="Author" defaultValue="Ada" disabled />
      </Group>
      <Group gap="md" align="start" grow>
        <NumberInput label="Rating" defaultValue={4} />
        <Select label="Type" data={CHOICES} defaultValue="Article" />
        <MultiSelect label="Types" data={CHOICES} defaultValue={['Article', 'Page']} />
      </Group>
      <Group gap="md" align="start" grow>
        <EmailInput placeholder="ada@example.com" />
        <PasswordInput label="Password" defaultValue="tides" />
      </Group>
      <Group gap="md" align="start" grow>
        <TagsInput label="Words" defaultValue={['harbour', 'tide']} />
        <GrowingTextarea
          minRows={2}
          label="Teaser"
          defaultValue="Boats leave at dawn, and come back when the tide lets them."
        />
      </Group>
    </Part>
  );
}

function Choices(): ReactNode {
  return (
    <Part title="Choices">
      <Group gap="lg">
        <Switch label="On" defaultChecked />
        <Switch label="Off" />
        <Switch label="Disabled" disabled />
        <Checkbox label="Selected" defaultChecked />
        <Checkbox label="Some" indeterminate />
        <Checkbox label="Not chosen" />
        <Checkbox label="Not to be chosen" disabled />
        <Radio label="This device" name="radio" defaultChecked />
        <Radio label="The other" name="radio" />
      </Group>
      <SegmentedControl aria-label="Layout" data={['Table', 'Cards']} />
      <Tabs defaultValue="publish">
        <Tabs.List aria-label="Panel">
          <Tabs.Tab value="publish">Publish</Tabs.Tab>
          <Tabs.Tab value="problems">Problems</Tabs.Tab>
          <Tabs.Tab value="history" disabled>
            History
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="publish" pt="sm">
          What publishing changes.
        </Tabs.Panel>
        <Tabs.Panel value="problems">None.</Tabs.Panel>
        <Tabs.Panel value="history">None.</Tabs.Panel>
      </Tabs>
    </Part>
  );
}

function Messages(): ReactNode {
  return (
    <Part title="States and messages">
      <Group gap="sm">
        {(['draft', 'changed', 'published', 'archived'] as const).map((status) => (
          <StatusBadge key={status} status={status} />
        ))}
        <Badge variant="default">master</Badge>
        <Pill>harbour</Pill>
        <Avatar name="Ada Lovelace" color="petrol" variant="filled" size={28} />
        <Loader size="sm" aria-hidden />
      </Group>
      <Alert color="red" title="It was not saved">
        Check the connection and try again.
      </Alert>
      <Alert color="orange" title="Two entries link to it">
        They lead nowhere once it is gone.
      </Alert>
      <Alert color="green" title="Readers see it now" />
      <Alert color="gray">Something to know.</Alert>
      <Progress value={40} aria-label="Uploaded" />
      <Skeleton h={16} w={240} />
    </Part>
  );
}

function Lists(): ReactNode {
  return (
    <Part title="Tables">
      <DataTable headings={['Name', 'Status', 'Last changed']} hasActions>
        {(['draft', 'published'] as const).map((status) => (
          <Table.Tr key={status}>
            <Table.Td>
              <Anchor href="#link">Low tide at four</Anchor>
            </Table.Td>
            <Table.Td>
              <StatusBadge status={status} />
            </Table.Td>
            <Table.Td>5 minutes ago</Table.Td>
            <Table.Td>
              <RowActions>
                <RowButton>Change</RowButton>
                <RowButton>Remove</RowButton>
              </RowActions>
            </Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
    </Part>
  );
}

function Parts(): ReactNode {
  return (
    <>
      <div>
        <Section title="A section" about="What it is about." actions={<Button size="xs">Add one</Button>}>
          <List size="sm">
            <List.Item>Low tide at four</List.Item>
            <List.Item>Fog until noon</List.Item>
          </List>
        </Section>
        <Section title="The next one">
          <Paper withBorder p="sm">
            What can be picked up.
          </Paper>
          <Divider />
        </Section>
      </div>
      <EmptyState title="No entries yet" detail="Everything that is written stands here.">
        <Button variant="default">New entry</Button>
      </EmptyState>
    </>
  );
}

/** What a press opens stands open here. Dialogs cover a page, so the pictures of the screens show them. */
function Floating(): ReactNode {
  return (
    <Part title="What floats">
      <div style={{ blockSize: 190 }}>
        <Menu
          opened
          position="bottom-start"
          width={240}
          trapFocus={false}
          hideDetached={false}
          middlewares={{ flip: false }}
        >
          <Menu.Target>
            <Button variant="default">More actions</Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>This entry</Menu.Label>
            <Menu.Item rightSection={<CheckIcon size={14} aria-hidden />}>Low tide at four</Menu.Item>
            <Menu.Item disabled>Archive</Menu.Item>
            <Menu.Divider />
            <Menu.Item leftSection={<DeleteIcon size={14} aria-hidden />}>Delete</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </Part>
  );
}

i18n.loadAndActivate({ locale: 'en', messages: {} });
createRoot(document.getElementById('studio') as HTMLElement).render(
  <I18nProvider i18n={i18n}>
    <UiProvider>
      <Components />
    </UiProvider>
  </I18nProvider>,
);

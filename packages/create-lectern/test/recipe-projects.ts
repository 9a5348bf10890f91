/** Projects that recipes are put into: of each framework what its own starter has, and no more. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A project of a framework. */
export interface RecipeProject {
  /** As the guide calls it. */
  readonly name: string;
  /** Packages of Lectern. */
  readonly packages: readonly ('client' | 'next' | 'astro')[];
  readonly files: Readonly<Record<string, string>>;
  /** Files of the recipe that are another way of doing it. */
  readonly leaves: readonly string[];
  /** Whether pages are kept until the webhook says that they are stale. */
  readonly hasWebhook: boolean;
}

const TEMPLATES = join(import.meta.dirname, '../template');
const template = (path: string) => readFileSync(join(TEMPLATES, path), 'utf8');

/** A manifest without packages of Lectern: these are installed from their tarballs. */
function manifest(scripts: Readonly<Record<string, string>>, dependencies: Readonly<Record<string, string>>): string {
  return JSON.stringify({ name: 'site', private: true, type: 'module', scripts, dependencies });
}

/** That of a site of `npm create lectern`. */
function manifestOf(framework: 'next' | 'astro'): string {
  const { scripts, dependencies, devDependencies } = JSON.parse(template(`${framework}/package.json`));
  const others = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([name]) => !name.startsWith('@lectern/'),
  );
  return manifest(scripts, Object.fromEntries(others) as Record<string, string>);
}

const next: RecipeProject = {
  name: 'Next',
  packages: ['client', 'next'],
  files: {
    'package.json': manifestOf('next'),
    'tsconfig.json': template('next/tsconfig.json'),
    'next.config.ts': 'export default { cacheComponents: true };\n',
    'src/app/layout.tsx': `import type { ReactNode } from 'react';

export default function Layout({ children }: { children: ReactNode }) {
  return <html lang="en"><body>{children}</body></html>;
}
`,
  },
  leaves: [],
  hasWebhook: true,
};

const astro: RecipeProject = {
  name: 'Astro',
  packages: ['client', 'astro'],
  files: {
    'package.json': manifestOf('astro'),
    'tsconfig.json': template('astro/tsconfig.json'),
    'astro.config.ts': template('astro/astro.config.ts'),
  },
  leaves: ['src/content.config.ts'],
  hasWebhook: true,
};

const nuxt: RecipeProject = {
  name: 'Nuxt',
  packages: ['client'],
  files: {
    'package.json': manifest(
      { build: 'nuxt build', start: 'node --env-file=.env .output/server/index.mjs' },
      // Nuxt 4.5 does not build with Vite 8.4, which its range takes.
      { nuxt: '~4.5.2', vite: '~8.3.0' },
    ),
    'tsconfig.json': '{ "files": [], "references": [{ "path": "./.nuxt/tsconfig.app.json" }] }\n',
    'nuxt.config.ts': "export default defineNuxtConfig({ compatibilityDate: '2026-11-01', telemetry: false });\n",
  },
  leaves: [],
  hasWebhook: false,
};

const svelteKit: RecipeProject = {
  name: 'SvelteKit',
  packages: ['client'],
  files: {
    'package.json': manifest(
      { build: 'vite build', start: 'node --env-file=.env build' },
      {
        '@sveltejs/adapter-node': '^5.0.0',
        '@sveltejs/kit': '^2.0.0',
        '@sveltejs/vite-plugin-svelte': '^6.0.0',
        svelte: '^5.0.0',
        vite: '^7.0.0',
      },
    ),
    'svelte.config.js': `import adapter from '@sveltejs/adapter-node';
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

export default { kit: { adapter: adapter() }, preprocess: vitePreprocess() };
`,
    'vite.config.ts': `import { sveltekit } from '@sveltejs/kit/vite';

export default { plugins: [sveltekit()] };
`,
    'src/app.html':
      '<!doctype html><html lang="en"><head>%sveltekit.head%</head><body>%sveltekit.body%</body></html>\n',
  },
  leaves: [],
  hasWebhook: false,
};

/** In the order of the guide. */
export const recipeProjects: readonly RecipeProject[] = [next, astro, nuxt, svelteKit];

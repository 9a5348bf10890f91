import type { ReactNode } from 'react';
import '../style.css';

export const metadata = { title: 'A site with content from Lectern' };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <header>
          <a href="/">Home</a>
          <a href="/articles">Articles</a>
          <a href="/about">About</a>
        </header>
        <main>{children}</main>
      </body>
    </html>
  );
}

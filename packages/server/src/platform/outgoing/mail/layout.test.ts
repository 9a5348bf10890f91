/** The layout of mails: in the language of the mail, and safe whatever it says. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailHtml, mailText } from './layout.ts';

const mail = {
  to: 'ada@example.com',
  subject: 'Join <b>"Acme"</b>',
  paragraphs: ['Ann & Bob <script> invite you.\nToday.'],
  link: { label: 'Accept', url: 'https://cms.example/accept?token=a&b="c"' },
};

test('escapes whatever a mail says, and loads nothing', () => {
  const html = mailHtml(mail);
  assert.ok(html.includes('Ann &amp; Bob &lt;script&gt; invite you.<br>Today.'));
  assert.doesNotMatch(html, /<script|<img|<link|src=|url\(|<b>/);
  assert.equal(html.match(/href="https:\/\/cms\.example\/accept\?token=a&amp;b=&quot;c&quot;"/g)?.length, 2);
});

test('speaks the language of the mail around what it says', () => {
  const german = { ...mail, language: 'de' } as const;
  assert.match(mailHtml(german), /^<!doctype html>\n<html lang="de">/);
  assert.match(mailText(german), /-- \nGesendet von Lectern\. /);
  assert.match(mailHtml(mail), /<html lang="en">[\s\S]*Sent by Lectern\. /);
});

test('stands in tables with the styles at each element, for Outlook and Gmail', () => {
  const html = mailHtml(mail);
  assert.match(html, /<td class="button" bgcolor="#[0-9a-f]{6}" style=/);
  assert.doesNotMatch(html, /<(?:p|h1|a|td)(?![^>]* style=)[ >](?!<table)(?![^<]*align)/);
});

// The URL that a key stands for, with a button that copies it: for people who configure other panels, or write scripts.
import { t } from '@lingui/core/macro';
import { useState } from 'preact/hooks';
import type { VNode } from 'preact';

/** What the address of a panel asks for: where the URLs of its keys begin; undefined if it asks for none. */
export const urlsBase = (search: URLSearchParams, origin: string): string | undefined => {
  const asked = search.get('urls');
  if (asked === null || !URL.canParse(asked)) return asked === null ? undefined : origin;
  const { protocol, origin: named } = new URL(asked);
  return protocol === 'http:' || protocol === 'https:' ? named : origin;
};

/** Returns the URL of a key's plain twin, without a token. */
export const plainUrl = (base: string, path: string, station: string | null): string => {
  const url = new URL(path.replace(/^\/api\/v2\//, '/api/v2/plain/'), base);
  if (station !== null) url.searchParams.set('station', station);
  return url.href;
};

/** Copies a text from a field of its own: the only way on plain HTTP. */
const copyFromField = (text: string): boolean => {
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  // oxlint-disable-next-line typescript/no-deprecated -- pages on plain HTTP have no clipboard
  const isCopied = document.execCommand('copy');
  field.remove();
  return isCopied;
};

const copy = (text: string): Promise<boolean> =>
  'clipboard' in navigator
    ? navigator.clipboard.writeText(text).then(
        () => true,
        () => copyFromField(text),
      )
    : Promise.resolve(copyFromField(text));

const outcomeTexts = {
  none: { text: 'URL', name: (key: string): string => t`Copy the URL of ${key}` },
  copied: { text: t`copied`, name: (key: string): string => t`Copied the URL of ${key}` },
  failed: { text: t`not copied`, name: (key: string): string => t`Not copied: the URL of ${key}` },
};

const shownMs = 2_000;

/** Renders the button. Its tip is the URL. */
export const KeyUrl = ({ label, url }: { readonly label: string; readonly url: string }): VNode => {
  const [outcome, setOutcome] = useState<keyof typeof outcomeTexts>('none');
  const press = async (): Promise<void> => {
    setOutcome((await copy(url)) ? 'copied' : 'failed');
    setTimeout(() => {
      setOutcome('none');
    }, shownMs);
  };
  const { text, name } = outcomeTexts[outcome];
  return (
    <button type="button" className="url" title={url} aria-label={name(label)} onClick={() => void press()}>
      {text}
    </button>
  );
};

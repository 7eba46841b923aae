// The OpenAPI document. It is read again when the page becomes visible, as features may have been switched meanwhile.
import { useEffect, useState } from 'react';
import { apiBase } from './api.js';
import type { OpenApi } from './openapi.js';

const documentUrl = `${apiBase}/openapi.json`;

const readDocument = async (): Promise<string> => {
  const response = await fetch(documentUrl, { credentials: 'omit' });
  if (!response.ok) throw new Error(`${documentUrl} returned status ${String(response.status)}`);
  return response.text();
};

interface Loaded {
  readonly document: OpenApi | undefined;
  /** Why the document can't be read. */
  readonly failure: string | undefined;
}

/** Returns the document. The last one stays while the service doesn't answer. */
export const useDocument = (): Loaded => {
  const [loaded, setLoaded] = useState<Loaded>({ document: undefined, failure: undefined });
  useEffect(() => {
    let last = '';
    const take = (text: string): void => {
      if (text !== last) setLoaded({ document: JSON.parse(text) as OpenApi, failure: undefined });
      last = text;
    };
    const fail = (error: unknown): void => {
      if (last === '') setLoaded({ document: undefined, failure: (error as Error).message });
    };
    const load = (): void => {
      if (document.visibilityState === 'visible') readDocument().then(take).catch(fail);
    };
    load();
    document.addEventListener('visibilitychange', load);
    return () => {
      document.removeEventListener('visibilitychange', load);
    };
  }, []);
  return loaded;
};

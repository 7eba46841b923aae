// A text with elements in it, in the language of the page.
import { TransNoContext, type TransProps } from '@lingui/react/server';
import type { ReactElement } from 'react';
import { i18n } from './i18n.js';

const lingui = { i18n };

export const Trans = (props: TransProps): ReactElement | null => TransNoContext({ ...props, lingui });

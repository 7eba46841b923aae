// Entry point of the console page.
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { createRoot } from 'react-dom/client';
import { locale } from '../messages/i18n.js';
import { queryClient } from './api/query-client.js';
import { App } from './app.js';
import './style/base.css';
import './style/controls.css';
import './style/layout.css';
import './style/sections.css';
import './style/activity.css';
import './style/as-run.css';
import './style/devices.css';
import './style/new-device.css';
import './style/live.css';
import './style/history.css';
import './style/editing.css';

const root = document.getElementById('page');
if (root)
  createRoot(root).render(
    <StrictMode>
      <I18nProvider locale={locale}>
        <QueryClientProvider client={queryClient}>
          <App />
        </QueryClientProvider>
      </I18nProvider>
    </StrictMode>,
  );

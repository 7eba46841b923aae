// Entry point of the console page.
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
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
      <QueryClientProvider client={queryClient}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  );

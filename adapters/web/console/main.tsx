// Where the page begins.
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.js';
import { App } from './app.js';
import './style/base.css';
import './style/controls.css';
import './style/layout.css';
import './style/sections.css';

const place = document.getElementById('page');
if (place)
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  );

import type { ThemeTokens } from './services.ts';

const FONT = {
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, sans-serif",
  fontSize: 14,
};

/** Tokens before any theme is added, for charts drawn in tests and previews; the shell's style sheet holds the same colours. @public */
export const DEFAULT_TOKENS: Readonly<Record<'light' | 'dark', ThemeTokens>> = {
  light: {
    scheme: 'light',
    colors: {
      canvas: '#f6f7f9',
      surface: '#ffffff',
      surfaceRaised: '#ffffff',
      border: '#dcdfe5',
      text: '#1b2130',
      textSecondary: '#586074',
      accent: '#1f5fbf',
      accentText: '#ffffff',
      danger: '#b3261e',
      warning: '#8a5300',
      success: '#1a7340',
      info: '#22609e',
      grid: '#e8eaee',
      axis: '#6b7285',
      selection: '#dce8fa',
    },
    categorical: ['#2f6fc4', '#d9711c', '#21917d', '#b8437f', '#7a9a2b', '#6b4fbb', '#b98a10', '#3d9cc9', '#a1493a', '#6e7683', '#13604f', '#8c5fa3'],
    sequential: ['#e6eff9', '#c8ddf2', '#9fc4e8', '#6fa6da', '#4687c7', '#2a69ac', '#1a4d89', '#0f3361'],
    diverging: ['#8f3b12', '#c96a2c', '#e8a676', '#f6dcc8', '#eef0f2', '#cbe0ef', '#85b7d9', '#3f86b8', '#16567f'],
    ...FONT,
  },
  dark: {
    scheme: 'dark',
    colors: {
      canvas: '#10141b',
      surface: '#181d26',
      surfaceRaised: '#212835',
      border: '#323b4a',
      text: '#e7eaf0',
      textSecondary: '#a3acbb',
      accent: '#82b1f5',
      accentText: '#0b1a30',
      danger: '#f58d84',
      warning: '#e3b04d',
      success: '#6fca93',
      info: '#86bbec',
      grid: '#29313e',
      axis: '#8791a3',
      selection: '#233a5e',
    },
    categorical: ['#6ea4ee', '#f0984e', '#4cc0a9', '#e184b4', '#a9c95c', '#a48ff0', '#e0bb4a', '#74c8ea', '#d98878', '#a5adba', '#3f9f8a', '#c39bd6'],
    sequential: ['#1b2b44', '#20406a', '#27568f', '#3470b3', '#4c8cd0', '#73a9e2', '#a3c8f0', '#d6e7fa'],
    diverging: ['#f2a06a', '#d97b3f', '#a55a2c', '#63412f', '#343b46', '#2c4d66', '#35729b', '#549cca', '#8cc6ea'],
    ...FONT,
  },
};

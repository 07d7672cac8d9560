import { openContentOffice } from '../office/content-office.ts';
import { runSuites } from '../office/run-suites.ts';
import { visualEditorSuite } from './visual-editor.suite.ts';

/** The visual editor of Markdown fields. */
runSuites(openContentOffice, { 'visual editor': visualEditorSuite });

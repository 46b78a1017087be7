/** The styles that every page needs, in order. A component that is not on every page brings its own sheet. */
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Button.layer.css';
import './fonts.css';
import './accents.css';
import './tokens.css';
import './base.css';

@rem The scripts of package.json say "exec", so that on Unix no shell stays between npm and the program. cmd has no exec.
@%*
